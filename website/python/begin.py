"""Prepares the Python interpreter whose memory is saved into the site.

It imports flinksim and the modules of the standard library that flinksim needs, which would take
a browser more than a second.
"""

# ruff: noqa: E402, F401
import __future__

import abc
import array
import ast
import asyncio
import base64
import collections.abc
import contextlib
import contextvars
import copy
import csv
import dataclasses
import datetime
import decimal
import enum
import functools
import gc
import hashlib
import html.entities
import importlib.resources
import inspect
import io
import ipaddress
import json
import linecache
import logging
import math
import numbers
import pathlib
import pickle
import pkgutil
import random
import re
import reprlib
import runpy
import shutil
import signal
import statistics
import struct
import sys
import tarfile
import tempfile
import textwrap
import threading
import traceback
import typing
import urllib.parse
import warnings
import weakref
import zipfile
import zipimport
import zlib

# The pages unpack flinksim into the same folder. A page writes nothing there.
PACKAGE_FOLDER = "/lib/flinksim-site"
with tarfile.open("/flinksim.tar") as archive:
    archive.extractall(PACKAGE_FOLDER, filter="data")
sys.path.insert(0, PACKAGE_FOLDER)
sys.dont_write_bytecode = True

import cells
import playground

del archive, PACKAGE_FOLDER

# The standard library is another file later, so no import may use a cached path.
sys.path_importer_cache.clear()
zipimport._zip_directory_cache.clear()
gc.collect()
