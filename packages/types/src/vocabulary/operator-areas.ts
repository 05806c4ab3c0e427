/** What an operator's program may be trusted with. An area is named here once an endpoint declares it. */
export const OPERATOR_AREAS = ['decisions', 'providers', 'simulators'] as const

/** What a token of the configuration file opens of the operator's endpoints. @see docs/protocol.md#operators-programs */
export type OperatorArea = (typeof OPERATOR_AREAS)[number]
