import type { FlowTexts } from '../areas/three-ds-flow.ts'

export const flowTexts: FlowTexts = {
  asking: 'Bank prosi o potwierdzenie',
  bank: 'Strona Państwa banku',
  continue: 'Dalej',
  finished: 'Potwierdzone, dalej',
  leave: 'Anuluj i wróć do sklepu',
  notReached:
    'Usługa płatnicza nie odpowiada. Żadna kwota nie została pobrana dwa razy. Proszę spróbować ponownie za chwilę.',
  notValid: 'Ten link stracił ważność. Proszę sprawdzić zamówienie w sklepie.',
  oneMoment: 'Chwileczkę',
  retry: 'Spróbuj ponownie',
  waiting: 'Czekamy na odpowiedź banku. Proszę nie zamykać tej strony.',
}
