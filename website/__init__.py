"""The site: what a browser needs to run Flink with nothing installed. ``python -m website`` builds it."""
