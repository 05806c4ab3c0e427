/**
 * Replaces variables in samples with the demo merchant's values, as in `curl "$SLUICE_BASE_URL/transactions"`.
 * Secrets keep their names, because pages must not contain them.
 *
 * @param environment - the lines of an `.env` file; `null` keeps the names.
 */
export function fillSamples(text: string, environment: string | null): string {
  const values = new Map(
    (environment ?? '').split('\n').flatMap((line) => {
      const [, name = '', value = ''] = /^(\w+)="?([^"]*)"?$/.exec(line) ?? []
      return name === '' || name.includes('SECRET') ? [] : [[name, value] as const]
    }),
  )
  return text.replaceAll(/\$(SLUICE_\w+)/g, (whole, name: string) => values.get(name) ?? whole)
}
