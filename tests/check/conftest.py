"""Tests of checks read a game made of a few lines, like those of catalogs."""

from catalog.conftest import read as read
