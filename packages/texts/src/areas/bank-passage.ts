/** The texts of the pages between shop and bank. */
export type PassageTexts = Readonly<
  Record<
    | 'continue'
    | 'continuing'
    | 'to_your_bank'
    | 'finished'
    | 'close_page'
    | 'not_possible'
    | 'not_understood',
    string
  >
>
