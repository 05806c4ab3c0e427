/** What the pages between a shop of the direct API and the bank say. */
export type FlowTexts = Readonly<
  Record<
    | 'asking'
    | 'bank'
    | 'continue'
    | 'finished'
    | 'leave'
    | 'notReached'
    | 'notValid'
    | 'oneMoment'
    | 'retry'
    | 'waiting',
    string
  >
>
