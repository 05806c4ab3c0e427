import type { Locale } from '@sluice/types/vocabulary'

export type PageText =
  | 'continue'
  | 'continuing'
  | 'to_your_bank'
  | 'finished'
  | 'close_page'
  | 'not_possible'
  | 'not_understood'

/** Words of the pages between shop and bank. */
export const PAGE_TEXTS: Readonly<Record<Locale, Readonly<Record<PageText, string>>>> = {
  'en-US': {
    continue: 'Continue',
    continuing: 'One moment',
    to_your_bank: 'Taking you to your bank',
    finished: 'Finished',
    close_page: 'You can close this page and go back to the shop.',
    not_possible: 'This did not work',
    not_understood: 'This address is not valid any more. Go back to the shop and look at your order there.',
  },
  'bs-BA': {
    continue: 'Nastavite',
    continuing: 'Trenutak',
    to_your_bank: 'Vodimo vas do vaše banke',
    finished: 'Završeno',
    close_page: 'Možete zatvoriti ovu stranicu i vratiti se u prodavnicu.',
    not_possible: 'Nije uspjelo',
    not_understood: 'Ova adresa više ne važi. Vratite se u prodavnicu i tamo pogledajte svoju narudžbu.',
  },
  'ro-RO': {
    continue: 'Continuați',
    continuing: 'Un moment',
    to_your_bank: 'Vă ducem la banca dumneavoastră',
    finished: 'Gata',
    close_page: 'Puteți închide această pagină și reveni la magazin.',
    not_possible: 'Nu a funcționat',
    not_understood: 'Această adresă nu mai este valabilă. Reveniți la magazin și verificați comanda acolo.',
  },
  'sv-SE': {
    continue: 'Fortsätt',
    continuing: 'Ett ögonblick',
    to_your_bank: 'Du skickas till din bank',
    finished: 'Klart',
    close_page: 'Du kan stänga sidan och gå tillbaka till butiken.',
    not_possible: 'Det gick inte',
    not_understood: 'Adressen gäller inte längre. Gå tillbaka till butiken och se din beställning där.',
  },
}
