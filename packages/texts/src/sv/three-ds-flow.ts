import type { FlowTexts } from '../areas/three-ds-flow.ts'

export const flowTexts: FlowTexts = {
  asking: 'Din bank ber om en bekräftelse',
  bank: 'Din banks sida',
  continue: 'Fortsätt',
  finished: 'Jag har bekräftat, fortsätt',
  leave: 'Avbryt och gå tillbaka till butiken',
  notReached: 'Betaltjänsten svarar inte. Inget har betalats två gånger; försök igen om en stund.',
  notValid: 'Adressen gäller inte längre. Gå tillbaka till butiken och se din beställning där.',
  oneMoment: 'Ett ögonblick',
  retry: 'Försök igen',
  waiting: 'Vi frågar din bank. Stäng inte den här sidan.',
}
