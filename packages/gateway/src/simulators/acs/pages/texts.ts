import type { Locale, TransStatus } from '@sluice/types/vocabulary'

import type { PASSWORDS } from '../judge-answer.ts'

/** How a round ended, in the shopper's eyes. */
export type Ending = 'confirmed' | 'refused' | 'unavailable' | 'more' | 'canceled' | 'failed' | 'locked'

/** Letters that a one-time password can bring. */
type PasswordMeaning = Extract<TransStatus, (typeof PASSWORDS)[number]['transStatus']>

/** Everything the bank says in one language. */
export interface BankTexts {
  readonly language: string
  readonly title: string
  readonly additionalTitle: string
  readonly shop: string
  readonly amount: string
  readonly card: string
  readonly passwordLabel: string
  readonly keepSecret: string
  readonly submit: string
  readonly cancel: string
  readonly errorPrefix: string
  readonly passwordEmpty: string
  /** By the number of tries that are left. */
  readonly passwordWrong: { readonly 1: string; readonly 2: string }
  readonly hints: string
  readonly noMessage: string
  readonly anyPassword: string
  readonly meanings: Readonly<Record<PasswordMeaning, string>>
  readonly endings: Readonly<Record<Ending, string>>
  readonly returning: string
  readonly proceed: string
  readonly silentTitle: string
  readonly silentText: string
  readonly unreadableTitle: string
  readonly unreadableText: string
}

/** The bank in every locale that shoppers can have. */
export const TEXTS: Readonly<Record<Locale, BankTexts>> = {
  'en-US': {
    language: 'Language',
    title: 'Confirm your payment',
    additionalTitle: 'Confirm once more',
    shop: 'Shop',
    amount: 'Amount',
    card: 'Card',
    passwordLabel: 'One-time password',
    keepSecret: 'Never tell anyone this password, not even the bank.',
    submit: 'Submit',
    cancel: 'Cancel',
    errorPrefix: 'Error: ',
    passwordEmpty: 'Enter the one-time password.',
    passwordWrong: {
      1: 'That password is not right. You have one try left.',
      2: 'That password is not right. You have two tries left.',
    },
    hints: 'Passwords for this test',
    noMessage: 'No message is sent: this bank is a simulation.',
    anyPassword: 'This test ends the same way whatever you type.',
    meanings: {
      Y: 'confirms the payment',
      N: 'refuses the payment',
      R: 'rejects the payment',
      U: 'the bank is unavailable',
      A: 'the attempt is recorded',
      C: 'asks once more',
    },
    endings: {
      confirmed: 'Payment confirmed',
      refused: 'Payment not confirmed',
      unavailable: 'The bank cannot confirm the payment now',
      more: 'One more step',
      canceled: 'Payment canceled',
      failed: 'Something went wrong at the bank',
      locked: 'Too many wrong passwords',
    },
    returning: 'Taking you back to the shop…',
    proceed: 'Continue',
    silentTitle: 'No answer will come',
    silentText: 'This test plays a bank that never answers. The shop stops waiting after ten minutes.',
    unreadableTitle: 'This page cannot be shown',
    unreadableText: 'The request to the bank was incomplete or too old. Go back to the shop and start again.',
  },
  'bs-BA': {
    language: 'Jezik',
    title: 'Potvrdite plaćanje',
    additionalTitle: 'Potvrdite još jednom',
    shop: 'Prodavnica',
    amount: 'Iznos',
    card: 'Kartica',
    passwordLabel: 'Jednokratna lozinka',
    keepSecret: 'Ovu lozinku ne govorite nikome, ni banci.',
    submit: 'Potvrdi',
    cancel: 'Odustanite',
    errorPrefix: 'Greška: ',
    passwordEmpty: 'Unesite jednokratnu lozinku.',
    passwordWrong: {
      1: 'Lozinka nije tačna. Imate još jedan pokušaj.',
      2: 'Lozinka nije tačna. Imate još dva pokušaja.',
    },
    hints: 'Lozinke za ovaj test',
    noMessage: 'Poruka se ne šalje: ova banka je simulacija.',
    anyPassword: 'Ovaj test završava isto, šta god upišete.',
    meanings: {
      Y: 'potvrđuje plaćanje',
      N: 'odbija plaćanje',
      R: 'zabranjuje plaćanje',
      U: 'banka nije dostupna',
      A: 'pokušaj se bilježi',
      C: 'traži još jednu potvrdu',
    },
    endings: {
      confirmed: 'Plaćanje je potvrđeno',
      refused: 'Plaćanje nije potvrđeno',
      unavailable: 'Banka trenutno ne može potvrditi plaćanje',
      more: 'Još jedan korak',
      canceled: 'Plaćanje je otkazano',
      failed: 'U banci je došlo do greške',
      locked: 'Previše pogrešnih lozinki',
    },
    returning: 'Vraćamo vas u prodavnicu…',
    proceed: 'Nastavite',
    silentTitle: 'Odgovor neće stići',
    silentText:
      'Ovaj test glumi banku koja nikad ne odgovara. Prodavnica prestaje čekati nakon deset minuta.',
    unreadableTitle: 'Stranica se ne može prikazati',
    unreadableText: 'Zahtjev banci je nepotpun ili zastario. Vratite se u prodavnicu i počnite ponovo.',
  },
  'ro-RO': {
    language: 'Limbă',
    title: 'Confirmați plata',
    additionalTitle: 'Confirmați încă o dată',
    shop: 'Magazin',
    amount: 'Sumă',
    card: 'Card',
    passwordLabel: 'Parolă de unică folosință',
    keepSecret: 'Nu spuneți nimănui această parolă, nici măcar băncii.',
    submit: 'Trimite',
    cancel: 'Anulați',
    errorPrefix: 'Eroare: ',
    passwordEmpty: 'Introduceți parola de unică folosință.',
    passwordWrong: {
      1: 'Parola nu este corectă. Mai aveți o încercare.',
      2: 'Parola nu este corectă. Mai aveți două încercări.',
    },
    hints: 'Parole pentru acest test',
    noMessage: 'Nu se trimite niciun mesaj: această bancă este o simulare.',
    anyPassword: 'Acest test se încheie la fel, orice ați scrie.',
    meanings: {
      Y: 'confirmă plata',
      N: 'refuză plata',
      R: 'respinge plata',
      U: 'banca nu este disponibilă',
      A: 'încercarea este înregistrată',
      C: 'cere încă o confirmare',
    },
    endings: {
      confirmed: 'Plata a fost confirmată',
      refused: 'Plata nu a fost confirmată',
      unavailable: 'Banca nu poate confirma plata acum',
      more: 'Încă un pas',
      canceled: 'Plata a fost anulată',
      failed: 'A apărut o eroare la bancă',
      locked: 'Prea multe parole greșite',
    },
    returning: 'Vă ducem înapoi la magazin…',
    proceed: 'Continuați',
    silentTitle: 'Nu va veni niciun răspuns',
    silentText:
      'Acest test imită o bancă ce nu răspunde niciodată. Magazinul încetează să aștepte după zece minute.',
    unreadableTitle: 'Pagina nu poate fi afișată',
    unreadableText:
      'Cererea către bancă este incompletă sau prea veche. Întoarceți-vă la magazin și începeți din nou.',
  },
  'sv-SE': {
    language: 'Språk',
    title: 'Bekräfta betalningen',
    additionalTitle: 'Bekräfta en gång till',
    shop: 'Butik',
    amount: 'Belopp',
    card: 'Kort',
    passwordLabel: 'Engångslösenord',
    keepSecret: 'Berätta aldrig lösenordet för någon, inte ens för banken.',
    submit: 'Skicka',
    cancel: 'Avbryt',
    errorPrefix: 'Fel: ',
    passwordEmpty: 'Ange engångslösenordet.',
    passwordWrong: {
      1: 'Lösenordet är fel. Du har ett försök kvar.',
      2: 'Lösenordet är fel. Du har två försök kvar.',
    },
    hints: 'Lösenord för det här testet',
    noMessage: 'Inget meddelande skickas: banken är en simulering.',
    anyPassword: 'Det här testet slutar likadant vad du än skriver.',
    meanings: {
      Y: 'bekräftar betalningen',
      N: 'nekar betalningen',
      R: 'avvisar betalningen',
      U: 'banken är inte tillgänglig',
      A: 'försöket registreras',
      C: 'frågar en gång till',
    },
    endings: {
      confirmed: 'Betalningen är bekräftad',
      refused: 'Betalningen bekräftades inte',
      unavailable: 'Banken kan inte bekräfta betalningen just nu',
      more: 'Ett steg till',
      canceled: 'Betalningen avbröts',
      failed: 'Något gick fel hos banken',
      locked: 'För många felaktiga lösenord',
    },
    returning: 'Du skickas tillbaka till butiken…',
    proceed: 'Fortsätt',
    silentTitle: 'Inget svar kommer',
    silentText: 'Det här testet spelar en bank som aldrig svarar. Butiken slutar vänta efter tio minuter.',
    unreadableTitle: 'Sidan kan inte visas',
    unreadableText:
      'Begäran till banken var ofullständig eller för gammal. Gå tillbaka till butiken och börja om.',
  },
}
