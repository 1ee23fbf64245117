"""Pages about the person in front of the screen."""

from django.urls import path

from vtt.accounts import views

urlpatterns = [
    path("", views.account, name="account"),
    path("sign-up/", views.sign_up, name="sign_up"),
    path("log-in/", views.log_in, name="login"),
    path("log-out/", views.log_out, name="logout"),
]
