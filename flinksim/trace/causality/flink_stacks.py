"""Long ways through Flink's methods, which facts and calls have in common."""

from __future__ import annotations

SETTING_UP = (
    "StreamTask.restore > StreamTask.restoreInternal > StreamOperatorFactoryUtil.createOperator"
)
"""In between is the making of the chain, which is longer for operators behind its head."""
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
"""What calls it differs between the head of a chain and the operators behind it."""
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
