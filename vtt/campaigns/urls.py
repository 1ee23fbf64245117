"""Pages of campaigns and of the links into them."""

from django.urls import path

from vtt.campaigns import views

urlpatterns = [
    path("", views.landing, name="landing"),
    path("campaigns/", views.found, name="found"),
    path("campaigns/<int:campaign_id>/", views.campaign, name="campaign"),
    path("campaigns/<int:campaign_id>/links/", views.make_link, name="make_link"),
    path("campaigns/<int:campaign_id>/links/<int:pk>/revoke/", views.revoke_link, name="revoke_link"),
    path("campaigns/<int:campaign_id>/people/<int:pk>/role/", views.set_role, name="set_role"),
    path("campaigns/<int:campaign_id>/people/<int:pk>/link/", views.link_again, name="link_again"),
    path("campaigns/<int:campaign_id>/people/<int:pk>/remove/", views.remove, name="remove_member"),
    path("campaigns/<int:campaign_id>/characters/<int:pk>/", views.control, name="control"),
    path("join/<str:token>/", views.join, name="join"),
    path("watch/<str:token>/", views.watch, name="watch"),
]
