"""The mailbox and the buffer debloater against what Flink 2.3.0's own classes did."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.runtime.network.buffer_debloater import BufferDebloater
from flinksim.runtime.tasks.mailbox import (
    MailboxProcessor,
    RejectedExecutionError,
    Suspension,
)
from tests.conformance.fact_files import cases_of

Command = list[Any]


class ScriptedTask:
    """Plays the commands of a case and writes the log that Flink's run left."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case = case
        self.log: list[list[Any]] = []
        self.calls = 0
        self.suspensions: dict[str, Suspension] = {}
        self.processor = MailboxProcessor(self.default_action)

    def run(self) -> None:
        self.play(self.case["before"])
        self.processor.run_mailbox_loop()
        self.log.append(["loopEnded"])
        self.processor.prepare_close()
        try:
            self.processor.drain()
        except RejectedExecutionError:
            self.log.append(["exception", "RejectedExecutionException"])
        self.log.append(["drained"])

    def default_action(self) -> None:
        call = self.calls
        self.calls += 1
        self.log.append(["default", call])
        self.play(self.case["default"][call])
        if self.calls == len(self.case["default"]):
            self.processor.all_actions_completed()
            self.log.append(["allActionsCompleted"])
        self.log.append(["endDefault", call])

    def mail(self, label: str) -> None:
        self.log.append(["mail", label])
        self.play(self.case["mails"].get(label, []))
        self.log.append(["endMail", label])

    def play(self, commands: list[Command]) -> None:
        for command in commands:
            match command:
                case ["submit", label, priority, *kind]:
                    self.submit(label, priority, kind[0] if kind else "normal")
                case ["tryYield", priority]:
                    taken = self.processor.create_mailbox_executor(priority).try_yield()
                    self.log.append(["tryYield", priority, taken])
                case ["suspend", name]:
                    self.suspensions[name] = self.processor.suspend_default_action()
                    self.log.append(["suspended", name])
                case ["resume", name]:
                    self.suspensions[name].resume()
                    self.log.append(["resumed", name])
                case _:
                    raise AssertionError(command)

    def submit(self, label: str, priority: int, kind: str) -> None:
        self.processor.create_mailbox_executor(priority).execute(
            lambda: self.mail(label),
            label,
            urgent=kind == "urgent",
            deferrable=kind == "deferrable",
        )


@pytest.mark.parametrize("case", cases_of("mailbox", "mailbox"))
def test_the_mailbox_runs_mails_and_default_actions_in_flinks_order(case: dict[str, Any]) -> None:
    task = ScriptedTask(case)

    task.run()

    assert task.log == case["log"]


@pytest.mark.parametrize("case", cases_of("mailbox", "debloater"))
def test_the_debloater_announces_flinks_buffer_sizes(case: dict[str, Any]) -> None:
    debloater = BufferDebloater(
        target_total_time_ms=case["targetTimeMs"],
        starting_buffer_size=case["startingBufferSize"],
        max_buffer_size=case["maxBufferSize"],
        min_buffer_size=case["minBufferSize"],
        threshold_percentages=case["thresholdPercentages"],
        number_of_samples=case["samples"],
    )

    rows = []
    for throughput, buffers_in_use, *_ in case["rows"]:
        announced = debloater.recalculate_buffer_size(throughput, buffers_in_use)
        rows.append(
            [
                throughput,
                buffers_in_use,
                announced,
                debloater.last_buffer_size,
                debloater.last_estimated_time_to_consume_buffers_ms,
            ]
        )

    assert rows == case["rows"]
