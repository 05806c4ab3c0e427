import type { OutcomeTexts } from '../areas/outcomes.ts'

export const outcomeTexts: OutcomeTexts = {
  accepted: 'Plată reușită. Vă mulțumim!',
  processing: 'Plata dumneavoastră este încă în curs de procesare. Vă rugăm să nu plătiți din nou.',
  declined: 'Plata nu a reușit. Vă rugăm să folosiți alt card sau altă metodă de plată.',
  insufficientFunds:
    'Fondurile disponibile nu sunt suficiente pentru această plată. Vă rugăm să folosiți alt card sau altă metodă de plată.',
  canceled: 'Plata a fost anulată. O puteți relua oricând doriți.',
  timeIsOver: 'Sesiunea a expirat. Vă rugăm să începeți din nou.',
  cardExpired: 'Acest card a expirat. Vă rugăm să verificați data expirării sau să folosiți alt card.',
  cardDetails: 'Datele cardului nu sunt corecte. Vă rugăm să le verificați sau să folosiți alt card.',
  securityCode: 'Codul de securitate nu este corect. Vă rugăm să verificați codul de pe card.',
  methodNotOffered: 'Această metodă de plată nu este disponibilă aici. Vă rugăm să alegeți alta.',
  methodUnusable:
    'Acest card sau această metodă de plată nu poate fi folosită. Vă rugăm să alegeți alta sau să vă adresați băncii dumneavoastră.',
  installments: 'Plata în rate nu este disponibilă aici. Vă rugăm să alegeți altă metodă de plată.',
  linkInvalid: 'Acest link de plată nu mai este valabil. Vă rugăm să cereți magazinului unul nou.',
  shopCannot:
    'Magazinul nu poate primi această plată în acest moment. Nu este vina dumneavoastră. Vă rugăm să contactați magazinul.',
  notConfirmed:
    'Banca nu v-a putut verifica identitatea. Vă rugăm să încercați din nou sau să folosiți alt card.',
  confirmationUnavailable:
    'Banca dumneavoastră nu poate confirma plăți în acest moment. Vă rugăm să încercați mai târziu sau să folosiți alt card.',
  notAccepted: 'Această plată nu poate fi acceptată. Dacă aveți întrebări, vă rugăm să contactați magazinul.',
}
