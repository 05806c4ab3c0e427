/** The texts that replace a page which does not exist, or cannot be shown now. */
export type ErrorPageTexts = Readonly<
  Record<'notFound' | 'notNow', { readonly title: string; readonly text: string }>
>
