"""Addresses of tables: `/fights/<id>/<grant>/` and what is posted from there."""

from django.urls import include, path

from vtt.fights import new, trying, views

table = [
    path("", views.show, name="table"),
    path("log/", views.older_log, name="older_log"),
    path("token/<slug:who>/", views.sheet, name="sheet"),
    path("answer/", views.answer, name="answer"),
    path("offer/", views.offer, name="offer"),
    path("request/", views.ask, name="request"),
    path("decide/", views.decide, name="decide"),
    path("standing/", views.stand, name="stand"),
    path("undo/", views.undo, name="undo"),
    path("rule/", views.rule, name="rule"),
    path("die/", views.change_die, name="die"),
    path("again/", views.play_again, name="play_again"),
    path("take-over/", views.take_over, name="take_over"),
    path("start/", views.start, name="start"),
    path("close/", views.close, name="close"),
    path("driver/", views.set_driver, name="driver"),
    path("seat/", views.give_seat, name="seat"),
    path("record/", views.record, name="record"),
]
urlpatterns = [
    path("try/", trying.try_fight, name="try_fight"),
    path("new/<row:campaign_id>/", new.fight, name="new_fight"),
    path("<row:fight_id>/<slug:name>/", include(table)),
]
