import type { FlowTexts } from '../areas/three-ds-flow.ts'

export const flowTexts: FlowTexts = {
  asking: 'Din bank ber om en bekräftelse',
  bank: 'Din banks sida',
  continue: 'Fortsätt',
  finished: 'Jag har bekräftat, fortsätt',
  leave: 'Avbryt och gå tillbaka till butiken',
  notReached: 'Betaltjänsten svarar inte. Inga pengar har dragits två gånger. Försök igen om en stund.',
  notValid: 'Länken gäller inte längre. Kontrollera din beställning i butiken.',
  oneMoment: 'Ett ögonblick',
  retry: 'Försök igen',
  waiting: 'Vi kontrollerar med din bank. Stäng inte sidan.',
}
