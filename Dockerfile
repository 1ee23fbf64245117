# One Ringside server: HTTP and websockets. docs/deploy.md says how it is used.
FROM python:3.13-slim

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 RINGSIDE_DATA=/data
WORKDIR /ringside

COPY requirements.lock .
RUN pip install --no-cache-dir --disable-pip-version-check -r requirements.lock

COPY manage.py .
COPY rules rules
COPY vtt vtt
COPY templates templates
COPY static static
COPY locale locale

RUN useradd --system ringside && mkdir /data && chown ringside /data
USER ringside
VOLUME /data
EXPOSE 8000
CMD ["python", "-m", "vtt.fights.server", "-b", "0.0.0.0", "-p", "8000"]
