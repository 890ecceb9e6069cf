"""Long ways through Flink's methods, which facts and calls have in common."""

from __future__ import annotations

SETTING_UP = (
    "StreamTask.restore > StreamTask.restoreInternal > RegularOperatorChain.<init> > "
    "OperatorChain.<init> > StreamOperatorFactoryUtil.createOperator"
)
"""The frames that all operators have in common; those behind the head have more in between."""
RESTORING = (
    "StreamTask.restore > StreamTask.restoreInternal > StreamTask.restoreStateAndGates > "
    "RegularOperatorChain.initializeStateAndOpenOperators"
)
FINISHING = (
    "RegularOperatorChain.finishOperators > StreamOperatorWrapper.finish > "
    "StreamOperatorWrapper.quiesceTimeServiceAndFinishOperator > "
    "StreamOperatorWrapper.finishOperator"
)
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
