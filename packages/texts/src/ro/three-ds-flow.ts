import type { FlowTexts } from '../areas/three-ds-flow.ts'

export const flowTexts: FlowTexts = {
  asking: 'Banca dumneavoastră cere o confirmare',
  bank: 'Pagina băncii dumneavoastră',
  continue: 'Continuați',
  finished: 'Am confirmat, continuă',
  leave: 'Renunțați și reveniți la magazin',
  notReached:
    'Serviciul de plată nu răspunde. Nu s-a debitat nicio sumă de două ori. Încercați din nou peste câteva momente.',
  notValid: 'Acest link nu mai este valabil. Verificați comanda în magazin.',
  oneMoment: 'Un moment',
  retry: 'Încercați din nou',
  waiting: 'Verificăm cu banca dumneavoastră. Vă rugăm să nu închideți pagina.',
}
