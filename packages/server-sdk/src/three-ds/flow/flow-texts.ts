import { type Locale, matchLocale } from '@sluice/types/vocabulary'
import type { RequestHeaders } from '../browser-info.ts'
import { readHeader } from '../browser-info.ts'

export type FlowText =
  | 'asking'
  | 'bank'
  | 'continue'
  | 'finished'
  | 'leave'
  | 'notReached'
  | 'notValid'
  | 'oneMoment'
  | 'retry'
  | 'waiting'

/** Words of the pages between the shop and the bank. */
export const FLOW_TEXTS: Readonly<Record<Locale, Readonly<Record<FlowText, string>>>> = {
  'en-US': {
    asking: 'Your bank asks for a confirmation',
    bank: 'Your bank’s page',
    continue: 'Continue',
    finished: 'I have confirmed, continue',
    leave: 'Cancel and go back to the shop',
    notReached: 'The payment service does not answer. Nothing was paid twice; please try again in a moment.',
    notValid: 'This address is not valid any more. Go back to the shop and look at your order there.',
    oneMoment: 'One moment',
    retry: 'Try again',
    waiting: 'We are asking your bank. Please do not close this page.',
  },
  'bs-BA': {
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
  },
  'ro-RO': {
    asking: 'Banca dumneavoastră cere o confirmare',
    bank: 'Pagina băncii dumneavoastră',
    continue: 'Continuați',
    finished: 'Am confirmat, continuă',
    leave: 'Renunță și revino la magazin',
    notReached: 'Serviciul de plată nu răspunde. Nu s-a plătit de două ori; încercați din nou imediat.',
    notValid: 'Această adresă nu mai este valabilă. Reveniți la magazin și verificați comanda acolo.',
    oneMoment: 'Un moment',
    retry: 'Încercați din nou',
    waiting: 'Întrebăm banca dumneavoastră. Vă rugăm să nu închideți pagina.',
  },
  'sv-SE': {
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
  },
}

/** The customer's language, as their browser says it. */
export function localeOf(headers: RequestHeaders): Locale {
  const wishes = readHeader(headers, 'accept-language').split(',')
  return matchLocale(wishes.map((wish) => wish.split(';', 1)[0] ?? ''))
}
