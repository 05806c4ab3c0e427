import type { FlowTexts } from '../areas/three-ds-flow.ts'

export const flowTexts: FlowTexts = {
  asking: 'Vaša banka traži potvrdu',
  bank: 'Stranica vaše banke',
  continue: 'Nastavite',
  finished: 'Potvrdio/la sam, nastavite',
  leave: 'Otkažite i vratite se u prodavnicu',
  notReached: 'Usluga plaćanja ne odgovara. Ništa nije naplaćeno dvaput. Pokušajte ponovo za koji trenutak.',
  notValid: 'Ovaj link više ne važi. Provjerite narudžbu u prodavnici.',
  oneMoment: 'Trenutak',
  retry: 'Pokušajte ponovo',
  waiting: 'Provjeravamo s vašom bankom. Ne zatvarajte ovu stranicu.',
}
