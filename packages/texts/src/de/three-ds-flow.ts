import type { FlowTexts } from '../areas/three-ds-flow.ts'

export const flowTexts: FlowTexts = {
  asking: 'Ihre Bank bittet um eine Bestätigung',
  bank: 'Seite Ihrer Bank',
  continue: 'Weiter',
  finished: 'Ich habe bestätigt, weiter',
  leave: 'Abbrechen und zurück zum Shop',
  notReached:
    'Der Zahlungsdienst antwortet nicht. Es wurde nichts doppelt abgebucht. Versuchen Sie es in Kürze erneut.',
  notValid: 'Dieser Link ist nicht mehr gültig. Prüfen Sie Ihre Bestellung im Shop.',
  oneMoment: 'Einen Moment',
  retry: 'Erneut versuchen',
  waiting: 'Wir fragen Ihre Bank. Bitte schließen Sie diese Seite nicht.',
}
