import type { FlowTexts } from '../areas/three-ds-flow.ts'

export const flowTexts: FlowTexts = {
  asking: 'Ihre Bank bittet um eine Bestätigung',
  bank: 'Seite Ihrer Bank',
  continue: 'Weiter',
  finished: 'Ich habe bestätigt, weiter',
  leave: 'Abbrechen und zurück zum Shop',
  notReached:
    'Der Zahlungsdienst antwortet nicht. Es wurde nichts doppelt bezahlt; bitte versuchen Sie es in Kürze erneut.',
  notValid:
    'Diese Adresse ist nicht mehr gültig. Kehren Sie zum Shop zurück und sehen Sie dort nach Ihrer Bestellung.',
  oneMoment: 'Einen Moment',
  retry: 'Erneut versuchen',
  waiting: 'Wir fragen Ihre Bank. Bitte schließen Sie diese Seite nicht.',
}
