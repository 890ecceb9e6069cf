# JupyterLab with flinksim, its lessons and Spark:  docker build -t flinksim . && docker run -p 8888:8888 flinksim
FROM python:3.11-slim
RUN apt-get update && apt-get install --yes --no-install-recommends graphviz openjdk-17-jre-headless \
    && rm -rf /var/lib/apt/lists/* && useradd --create-home learner
COPY --chown=learner . /flinksim
WORKDIR /flinksim
RUN pip install --no-cache-dir -e '.[all]'
USER learner
EXPOSE 8888
CMD ["flinksim", "lab", "--", "--ip=0.0.0.0", "--no-browser"]
