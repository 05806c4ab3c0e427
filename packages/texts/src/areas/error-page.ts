/** What stands in place of a page that does not exist, or cannot be shown now. */
export type ErrorPageTexts = Readonly<
  Record<'notFound' | 'notNow', { readonly title: string; readonly text: string }>
>
