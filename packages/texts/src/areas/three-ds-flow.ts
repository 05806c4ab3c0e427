/** The texts of the pages between a shop of the direct API and the bank. */
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
