"""Pages of campaigns and of the links into them."""

from django.urls import path

from vtt.campaigns import views

urlpatterns = [
    path("", views.landing, name="landing"),
    path("campaigns/", views.found, name="found"),
    path("campaigns/<row:campaign_id>/", views.campaign, name="campaign"),
    path("campaigns/<row:campaign_id>/links/", views.make_link, name="make_link"),
    path("campaigns/<row:campaign_id>/links/<row:pk>/revoke/", views.revoke_link, name="revoke_link"),
    path("campaigns/<row:campaign_id>/people/<row:pk>/role/", views.set_role, name="set_role"),
    path("campaigns/<row:campaign_id>/people/<row:pk>/link/", views.link_again, name="link_again"),
    path("campaigns/<row:campaign_id>/people/<row:pk>/remove/", views.remove, name="remove_member"),
    path("campaigns/<row:campaign_id>/characters/<row:pk>/", views.control, name="control"),
    path("campaigns/<row:campaign_id>/characters/<row:pk>/rested/", views.rested, name="rested"),
    path("campaigns/<row:campaign_id>/rested/", views.all_rested, name="all_rested"),
    path("join/<str:token>/", views.join, name="join"),
    path("watch/<str:token>/", views.watch, name="watch"),
]
