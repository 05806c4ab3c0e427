interface ImportMeta {
  /** The texts of files, as Vite imports them in tests. */
  glob<Text extends string>(
    patterns: readonly string[],
    options: { readonly query: '?raw'; readonly import: 'default'; readonly eager: true },
  ): Readonly<Record<string, Text>>
}
