import type { MethodTexts } from '../areas/methods.ts'

export const methodTexts: MethodTexts = {
  language: 'sv-SE',
  methodList: 'Andra sätt att betala',
  kinds: {
    bank: 'Via din bank',
    wallet: 'Plånbok',
    app: 'Via app',
    cash: 'Kontanter eller värdekod',
  },
  search: 'Sök betalsätt',
  found: 'Hittade betalsätt: {count}',
  notFound: 'Inget hittades. Kontrollera stavningen eller rensa sökningen för att se alla betalsätt.',
  ended: '{name} finns inte längre.',
  instead: 'Du kan använda {names} i stället.',
  more: 'Fler sätt att betala',
  labels: {
    email: 'E-post',
    first_name: 'Förnamn',
    last_name: 'Efternamn',
    blik_code: 'BLIK-kod',
  },
  optional: 'valfritt',
  blikHint: 'Sex siffror från bankens app. Du kan också ange dem på nästa sida.',
  errors: {
    email_required: 'Ange din e-postadress.',
    email_invalid: 'Ange en e-postadress, t.ex. namn@example.com.',
    first_name_required: 'Ange ditt förnamn.',
    last_name_required: 'Ange ditt efternamn.',
    blik_code_invalid: 'Ange den sexsiffriga koden från bankens app.',
  },
  change: 'Ändra',
  confirmNext: 'Du bekräftar betalningen på nästa sida.',
  proceed: 'Fortsätt',
  working: 'Ett ögonblick…',
  stillWorking: 'Betalningen pågår. Betala inte igen och stäng inte sidan.',
  awayTitle: 'Din betalning är öppen på en annan sida.',
  awayProceed: 'Tillbaka till den sidan',
  awayCancel: 'Avbryt betalningen',
  nothingOffered: 'Det finns inget annat sätt att betala här.',
  noWallet: 'Det går inte att betala med plånbok just nu.',
  payWith: 'Betala med',
  wallet: {
    popup_blocked:
      'Webbläsaren blockerade plånbokens fönster. Tillåt popupfönster för den här sidan och försök igen.',
    wallet_failed: 'Något gick fel i plånboken. Försök igen eller betala på ett annat sätt.',
  },
}
