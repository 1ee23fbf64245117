# Thin calls of tools/run.py, which also runs where there is no make: `make test` is `python3 tools/run.py test`.
# Words for a command go into ARGS: make test ARGS="-k cover"
PYTHON ?= python3
COMMANDS = play test setup lint tidy soak bench golden messages lock

.PHONY: $(COMMANDS)
$(COMMANDS):
	@$(PYTHON) tools/run.py $@ $(ARGS)
