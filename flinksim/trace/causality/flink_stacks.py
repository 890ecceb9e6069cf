"""Long call paths through Flink's methods that several events and spans share."""

from __future__ import annotations

SETUP_PATH = (
    "StreamTask.restore > StreamTask.restoreInternal > StreamOperatorFactoryUtil.createOperator"
)
"""Flink's methods that lead to the setup of an operator.

The creation of the operator chain is left out: its path is longer for operators after the first.
"""
RESTORE_PATH = (
    "StreamTask.restore > StreamTask.restoreInternal > StreamTask.restoreStateAndGates > "
    "RegularOperatorChain.initializeStateAndOpenOperators"
)
FINISH_PATH = (
    "RegularOperatorChain.finishOperators > StreamOperatorWrapper.finish > "
    "StreamOperatorWrapper.quiesceTimeServiceAndFinishOperator > "
    "StreamOperatorWrapper.finishOperator"
)
END_INPUT_METHOD = "StreamOperatorWrapper.endOperatorInput"
"""Flink's method that ends the input of an operator.

Its callers differ between the first operator of a chain and the operators after it.
"""
CLOSE_PATH = (
    "StreamTask.invoke > StreamTask.afterInvoke > StreamTask.closeAllOperators > "
    "RegularOperatorChain.closeAllOperators > StreamOperatorWrapper.close"
)
SUSPEND_PATH = (
    "StreamTask.processInput > MailboxProcessor$MailboxController.suspendDefaultAction > "
    "MailboxProcessor.suspendDefaultAction"
)
SOURCE_READ_PATH = (
    "StreamTask.processInput > StreamOneInputProcessor.processInput > "
    "StreamTaskSourceInput.emitNext"
)
LEGACY_SOURCE_READ_PATH = "SourceStreamTask$LegacySourceFunctionThread.run > StreamSource.run"
