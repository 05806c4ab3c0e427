const PROGRAMS = /^(?:npm|npx|node|sluice-gateway) /

/** The commands of a page: every line of its blocks for a shell, and every command within a sentence. */
export function listPrintedCommands(markdown: string): readonly string[] {
  const lines = [...markdown.matchAll(/^```(\w*)[^\n]*\n([^]*?)^```$/gm)].flatMap(([, language, code = '']) =>
    linesOf(language ?? '', code),
  )
  const inSentences = [...markdown.matchAll(/`([^`\n]+)`/g)]
    .map(([, text = '']) => text)
    // `npm install @sluice/…` is a placeholder; the code blocks have the commands with real names.
    .filter((text) => PROGRAMS.test(text) && !text.includes('…'))
  return [...new Set([...lines, ...inSentences])]
}

function linesOf(language: string, code: string): readonly string[] {
  const lines = code.split('\n').filter((line) => line.trim() !== '')
  switch (language) {
    case '':
    case 'sh':
      // What follows the number sign is for readers.
      return lines.map((line) => line.replace(/ +# .*$/, ''))
    case 'console':
      return lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2))
    case 'json':
      return [...code.matchAll(/"command": ("[^"]+"),\s+"args": (\[[^\]]*\])/g)].map(([, command, args]) =>
        [JSON.parse(command ?? '""') as string, ...(JSON.parse(args ?? '[]') as string[])].join(' '),
      )
    default:
      return []
  }
}
