import type { Language } from './locales.ts'

/** One sentence or two for the customer, in every language of the gateway. */
export type ShopperText = Readonly<Record<Language, string>>

/**
 * What a customer may be told about an outcome, by the situation they are in. Plain, kind and true: nothing about the
 * shop's settings, nothing that teaches how to get around a risk rule, and what can be done now.
 */
export const SHOPPER_TEXTS = {
  accepted: {
    en: 'Your payment was accepted. Thank you!',
    bs: 'Vaše plaćanje je prihvaćeno. Hvala!',
    ro: 'Plata dumneavoastră a fost acceptată. Vă mulțumim!',
    sv: 'Din betalning har godkänts. Tack!',
  },
  processing: {
    en: 'Your payment is still being processed. Please do not pay again.',
    bs: 'Vaše plaćanje se još obrađuje. Molimo vas da ne plaćate ponovo.',
    ro: 'Plata dumneavoastră este încă în curs de procesare. Vă rugăm să nu plătiți din nou.',
    sv: 'Din betalning behandlas fortfarande. Betala inte en gång till.',
  },
  declined: {
    en: 'The payment did not go through. Please use another card or another way to pay.',
    bs: 'Plaćanje nije uspjelo. Molimo vas da koristite drugu karticu ili drugi način plaćanja.',
    ro: 'Plata nu a reușit. Vă rugăm să folosiți alt card sau altă metodă de plată.',
    sv: 'Betalningen gick inte igenom. Använd ett annat kort eller ett annat betalningssätt.',
  },
  insufficientFunds: {
    en: 'There is not enough money available for this payment. Please use another card or another way to pay.',
    bs: 'Nema dovoljno raspoloživih sredstava za ovo plaćanje. Molimo vas da koristite drugu karticu ili drugi način plaćanja.',
    ro: 'Fondurile disponibile nu sunt suficiente pentru această plată. Vă rugăm să folosiți alt card sau altă metodă de plată.',
    sv: 'Det finns inte tillräckligt med pengar för betalningen. Använd ett annat kort eller ett annat betalningssätt.',
  },
  canceled: {
    en: 'The payment was canceled. You can start again whenever you like.',
    bs: 'Plaćanje je otkazano. Možete početi ponovo kad god želite.',
    ro: 'Plata a fost anulată. O puteți relua oricând doriți.',
    sv: 'Betalningen avbröts. Du kan börja om när du vill.',
  },
  timeIsOver: {
    en: 'The time to pay ran out. Please start again.',
    bs: 'Vrijeme za plaćanje je isteklo. Molimo vas da počnete ponovo.',
    ro: 'Timpul alocat plății a expirat. Vă rugăm să începeți din nou.',
    sv: 'Tiden för betalningen har gått ut. Börja om från början.',
  },
  cardExpired: {
    en: 'This card has expired. Please check the expiry date, or use another card.',
    bs: 'Ova kartica je istekla. Molimo vas da provjerite datum isteka ili koristite drugu karticu.',
    ro: 'Acest card a expirat. Vă rugăm să verificați data expirării sau să folosiți alt card.',
    sv: 'Kortet har gått ut. Kontrollera giltighetstiden eller använd ett annat kort.',
  },
  cardDetails: {
    en: 'Something is not right with the card details. Please check them, or use another card.',
    bs: 'Podaci o kartici nisu ispravni. Molimo vas da ih provjerite ili koristite drugu karticu.',
    ro: 'Datele cardului nu sunt corecte. Vă rugăm să le verificați sau să folosiți alt card.',
    sv: 'Kortuppgifterna stämmer inte. Kontrollera dem eller använd ett annat kort.',
  },
  securityCode: {
    en: 'The security code is not right. Please check the code on your card.',
    bs: 'Kontrolni broj nije ispravan. Molimo vas da provjerite broj na svojoj kartici.',
    ro: 'Codul de securitate nu este corect. Vă rugăm să verificați codul de pe card.',
    sv: 'Säkerhetskoden stämmer inte. Kontrollera koden på kortet.',
  },
  methodNotOffered: {
    en: 'This way to pay is not offered here. Please choose another one.',
    bs: 'Ovaj način plaćanja ovdje nije moguć. Molimo vas da odaberete drugi.',
    ro: 'Această metodă de plată nu este disponibilă aici. Vă rugăm să alegeți alta.',
    sv: 'Det går inte att betala på det här sättet här. Välj ett annat betalningssätt.',
  },
  methodUnusable: {
    en: 'This card or way to pay cannot be used. Please choose another one, or ask your bank.',
    bs: 'Ova kartica ili ovaj način plaćanja ne može se koristiti. Molimo vas da odaberete drugi ili se obratite svojoj banci.',
    ro: 'Acest card sau această metodă de plată nu poate fi folosită. Vă rugăm să alegeți alta sau să vă adresați băncii dumneavoastră.',
    sv: 'Kortet eller betalningssättet kan inte användas. Välj ett annat eller kontakta din bank.',
  },
  installments: {
    en: 'Paying in instalments is not possible here. Please choose another way to pay.',
    bs: 'Plaćanje na rate ovdje nije moguće. Molimo vas da odaberete drugi način plaćanja.',
    ro: 'Plata în rate nu este disponibilă aici. Vă rugăm să alegeți altă metodă de plată.',
    sv: 'Det går inte att delbetala här. Välj ett annat sätt att betala.',
  },
  linkInvalid: {
    en: 'This payment link is no longer valid. Please ask the shop for a new one.',
    bs: 'Ovaj link za plaćanje više ne vrijedi. Molimo vas da od prodavnice zatražite novi.',
    ro: 'Acest link de plată nu mai este valabil. Vă rugăm să cereți magazinului unul nou.',
    sv: 'Betalningslänken gäller inte längre. Be butiken om en ny.',
  },
  shopCannot: {
    en: 'The shop cannot take this payment at the moment. It is not your fault. Please contact the shop.',
    bs: 'Prodavnica trenutno ne može primiti ovo plaćanje. Greška nije vaša. Molimo vas da se obratite prodavnici.',
    ro: 'Magazinul nu poate primi această plată în acest moment. Nu este vina dumneavoastră. Vă rugăm să contactați magazinul.',
    sv: 'Butiken kan inte ta emot betalningen just nu. Det är inte ditt fel. Kontakta butiken.',
  },
  notConfirmed: {
    en: 'Your bank did not confirm that it is you who pays. Please try again, or use another card.',
    bs: 'Vaša banka nije potvrdila da plaćate upravo vi. Molimo vas da pokušate ponovo ili koristite drugu karticu.',
    ro: 'Banca dumneavoastră nu a confirmat că dumneavoastră faceți plata. Vă rugăm să încercați din nou sau să folosiți alt card.',
    sv: 'Din bank bekräftade inte att det är du som betalar. Försök igen eller använd ett annat kort.',
  },
  confirmationUnavailable: {
    en: 'Your bank cannot confirm payments at the moment. Please try again later, or use another card.',
    bs: 'Vaša banka trenutno ne može potvrditi plaćanja. Molimo vas da pokušate kasnije ili koristite drugu karticu.',
    ro: 'Banca dumneavoastră nu poate confirma plăți în acest moment. Vă rugăm să încercați mai târziu sau să folosiți alt card.',
    sv: 'Din bank kan inte bekräfta betalningar just nu. Försök igen senare eller använd ett annat kort.',
  },
  notAccepted: {
    en: 'This payment cannot be accepted. Please contact the shop if you have questions.',
    bs: 'Ovo plaćanje ne može biti prihvaćeno. Ako imate pitanja, obratite se prodavnici.',
    ro: 'Această plată nu poate fi acceptată. Dacă aveți întrebări, vă rugăm să contactați magazinul.',
    sv: 'Betalningen kan inte tas emot. Kontakta butiken om du har frågor.',
  },
} as const satisfies Record<string, ShopperText>

export type ShopperSituation = keyof typeof SHOPPER_TEXTS
