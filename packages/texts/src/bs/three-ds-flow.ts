import type { FlowTexts } from '../areas/three-ds-flow.ts'

export const flowTexts: FlowTexts = {
  asking: 'Vaša banka traži potvrdu',
  bank: 'Stranica vaše banke',
  continue: 'Nastavite',
  finished: 'Potvrdio/la sam, nastavite',
  leave: 'Otkažite i vratite se u prodavnicu',
  notReached: 'Platni servis ne odgovara. Ništa nije plaćeno dvaput; pokušajte ponovo za trenutak.',
  notValid: 'Ova adresa više ne važi. Vratite se u prodavnicu i tamo pogledajte svoju narudžbu.',
  oneMoment: 'Trenutak',
  retry: 'Pokušajte ponovo',
  waiting: 'Pitamo vašu banku. Molimo ne zatvarajte ovu stranicu.',
}
