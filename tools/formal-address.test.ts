import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * The informal address of each language: singular imperatives at the beginning of a sentence, and the matching
 * pronouns. English has one form, and Swedish shops say "du" to everybody.
 */
const FAMILIAR = {
  Bosnian:
    /(?<!\p{L})(?:Unesi|Provjeri|Pokušaj|Otkaži|Zatvori|Nastavi|Plati|Sačuvaj|Ostani|Vrati|Odustani|Odaberi|Dozvoli|Pretraži|[Tt]voj\p{L}*|[Tt]ebe|[Tt]ebi)(?!\p{L})/u,
  Romanian:
    /(?<!\p{L})(?:Introdu|Verifică|Încearcă|Anulează|Continuă|Plătește|Salvează|Rămâi|Permite|Alege|Caută|Folosește|[Pp]oți|[Vv]rei|[Ee]ști|tău|tine|ție)(?!\p{L})/u,
  German:
    /(?<!\p{L})(?:[Dd]u|[Dd]ich|[Dd]ir|[Dd]ein\p{L}*|Gib|Prüfe?|Versuche? es|Wähle?|Öffne|Warte|Beginne?|Bestätige)(?!\p{L})/u,
  // Buttons say what they do (Zapłać, Anuluj); sentences ask (Proszę podać).
  Polish:
    /(?<!\p{L})(?:[Tt]w[oó]j\p{L}*|[Tt]obie|[Cc]iebie|[Mm]ożesz|[Mm]asz|Podaj|Sprawdź|Wpisz|Wprowadź|Poczekaj|Wybierz|Wróć|Zacznij|Użyj)(?!\p{L})/u,
} as const

const ROOT = join(import.meta.dirname, '..')
const TEXTS = globSync('packages/texts/src/{bs,ro,de,pl}/*.ts', { cwd: ROOT })

describe('shoppers are addressed formally', () => {
  it('in every file of texts', () => {
    // The current number as a minimum, because a pattern without matches would never fail.
    expect(TEXTS.length).toBeGreaterThan(10)
  })

  it.each(TEXTS)('%s', (path) => {
    const strings = readFileSync(join(ROOT, path), 'utf8').match(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g) ?? []
    for (const [language, familiar] of Object.entries(FAMILIAR)) {
      expect(
        strings.filter((text) => familiar.test(text)),
        language,
      ).toEqual([])
    }
  })
})
