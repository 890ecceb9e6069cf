"""Long call paths through Flink's methods that several events and spans share."""

from __future__ import annotations

SETTING_UP = (
    "StreamTask.restore > StreamTask.restoreInternal > StreamOperatorFactoryUtil.createOperator"
)
"""Without the creation of the chain, whose path is longer for operators after the head."""
RESTORING = (
    "StreamTask.restore > StreamTask.restoreInternal > StreamTask.restoreStateAndGates > "
    "RegularOperatorChain.initializeStateAndOpenOperators"
)
FINISHING = (
    "RegularOperatorChain.finishOperators > StreamOperatorWrapper.finish > "
    "StreamOperatorWrapper.quiesceTimeServiceAndFinishOperator > "
    "StreamOperatorWrapper.finishOperator"
)
ENDING_INPUT = "StreamOperatorWrapper.endOperatorInput"
"""Its callers differ between the head of a chain and the operators after it."""
CLOSING = (
    "StreamTask.invoke > StreamTask.afterInvoke > StreamTask.closeAllOperators > "
    "RegularOperatorChain.closeAllOperators > StreamOperatorWrapper.close"
)
SUSPENDING = (
    "StreamTask.processInput > MailboxProcessor$MailboxController.suspendDefaultAction > "
    "MailboxProcessor.suspendDefaultAction"
)
READING = (
    "StreamTask.processInput > StreamOneInputProcessor.processInput > "
    "StreamTaskSourceInput.emitNext"
)
LEGACY_READING = "SourceStreamTask$LegacySourceFunctionThread.run > StreamSource.run"
