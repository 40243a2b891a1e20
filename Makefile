# Two commands for a fresh machine: `make demo` plays a whole game, `make test` sets up and passes all tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test setup lint types imports unit docs man install clean

demo: setup
	$(BIN)/forumgm demo

test: lint types imports unit

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("forumgm needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

imports: setup
	$(BIN)/lint-imports

unit: setup
	$(BIN)/python -m pytest -q -n 2 --dist loadfile

# Whatever is made from the code: the reference and the diagrams, and with them what `man` makes.
docs: man
	$(BIN)/python -m forumgm.commands.reference docs/reference

# The pages and scripts that are made from the commands.
man: setup
	$(BIN)/forumgm man > docs/forumgm.1
	_FORUMGM_COMPLETE=source_bash $(BIN)/forumgm | sed '/./,$$!d' > docs/completion/forumgm
	_FORUMGM_COMPLETE=source_zsh $(BIN)/forumgm | sed '/./,$$!d' > docs/completion/_forumgm
	_FORUMGM_COMPLETE=source_fish $(BIN)/forumgm | sed '/./,$$!d' > docs/completion/forumgm.fish

# Units, configuration, man page and completion for a program that pip put into $(BINDIR); DESTDIR stages it elsewhere.
# What an operator may have changed below $(SYSCONFDIR) stays.
DESTDIR ?=
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
SYSCONFDIR ?= /etc
UNITDIR ?= /etc/systemd/system
INSTALL := install -D -m 0644
CONFIG := $(DESTDIR)$(SYSCONFDIR)/forumgm

install:
	for unit in systemd/*; do \
	    $(INSTALL) $$unit $(DESTDIR)$(UNITDIR)/$${unit##*/} && \
	    sed -i 's#/usr/local/bin/forumgm#$(BINDIR)/forumgm#' $(DESTDIR)$(UNITDIR)/$${unit##*/} || exit 1; \
	done
	test -e $(CONFIG)/forumgm.toml || { \
	    $(INSTALL) config/forumgm.toml $(CONFIG)/forumgm.toml && \
	    sed -i 's#sqlite:///var/#sqlite:////var/lib/forumgm/#' $(CONFIG)/forumgm.toml; \
	}
	for preset in config/presets/*.toml; do \
	    test -e $(CONFIG)/presets/$${preset##*/} || $(INSTALL) $$preset $(CONFIG)/presets/$${preset##*/} || exit 1; \
	done
	install -d -m 0700 $(CONFIG)/credentials
	$(INSTALL) docs/forumgm.1 $(DESTDIR)$(PREFIX)/share/man/man1/forumgm.1
	$(INSTALL) docs/completion/forumgm $(DESTDIR)$(PREFIX)/share/bash-completion/completions/forumgm
	$(INSTALL) docs/completion/_forumgm $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_forumgm
	$(INSTALL) docs/completion/forumgm.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/forumgm.fish
	$(INSTALL) docs/ops/alerts.yml $(DESTDIR)$(PREFIX)/share/forumgm/alerts.yml
	$(INSTALL) docs/ops/grafana.json $(DESTDIR)$(PREFIX)/share/forumgm/grafana.json

clean:
	rm -rf $(VENV) build dist *.egg-info
