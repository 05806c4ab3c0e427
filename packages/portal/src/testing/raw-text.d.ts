/** The text of a document, as Vite imports it in tests. */
declare module '*.md?raw' {
  const text: string
  export default text
}
