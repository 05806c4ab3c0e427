/** The areas for which an operator's program can get a token. An area is named here once an endpoint declares it. */
export const OPERATOR_AREAS = ['decisions', 'providers', 'simulators'] as const

/** A group of operator endpoints that a program's token can give access to. @see docs/protocol/operator.md#operators-programs */
export type OperatorArea = (typeof OPERATOR_AREAS)[number]
