/**
 * Puts the demo merchant's values where samples name its variables, as in `curl "$SLUICE_BASE_URL/transactions"`. Secrets stay
 * names: pages are no place for them.
 *
 * @param environment - lines of an `.env` file; with `null` the names stay.
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
