import type { FlowTexts } from '../areas/three-ds-flow.ts'

export const flowTexts: FlowTexts = {
  asking: 'Banca dumneavoastră cere o confirmare',
  bank: 'Pagina băncii dumneavoastră',
  continue: 'Continuați',
  finished: 'Am confirmat, continuă',
  leave: 'Renunțați și reveniți la magazin',
  notReached: 'Serviciul de plată nu răspunde. Nu s-a plătit de două ori; încercați din nou imediat.',
  notValid: 'Această adresă nu mai este valabilă. Reveniți la magazin și verificați comanda acolo.',
  oneMoment: 'Un moment',
  retry: 'Încercați din nou',
  waiting: 'Întrebăm banca dumneavoastră. Vă rugăm să nu închideți pagina.',
}
