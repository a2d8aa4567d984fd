"""The broker: Debian's mosquitto as a child process, with its files in the hall's folder."""
