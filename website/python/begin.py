"""What a Python has done when its memory is kept.

It knows flinksim, and the parts of the standard library that flinksim needs: to import all of that takes a
browser more than a second.
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

# Where the pages unpack flinksim, too; a page writes nothing there.
FOLDER = "/lib/flinksim-site"
with tarfile.open("/flinksim.tar") as archive:
    archive.extractall(FOLDER, filter="data")
sys.path.insert(0, FOLDER)
sys.dont_write_bytecode = True

import cells
import playground

del archive, FOLDER

# The library that is there later is another file: whoever looks for a module looks anew.
sys.path_importer_cache.clear()
zipimport._zip_directory_cache.clear()
gc.collect()
