import type { OutcomeTexts } from '../areas/outcomes.ts'

export const outcomeTexts: OutcomeTexts = {
  accepted: 'Plaćanje je uspjelo. Hvala!',
  processing: 'Vaše plaćanje se još obrađuje. Molimo vas da ne plaćate ponovo.',
  declined: 'Plaćanje nije uspjelo. Molimo vas da koristite drugu karticu ili drugi način plaćanja.',
  insufficientFunds:
    'Nema dovoljno raspoloživih sredstava za ovo plaćanje. Molimo vas da koristite drugu karticu ili drugi način plaćanja.',
  canceled: 'Plaćanje je otkazano. Možete početi ponovo kad god želite.',
  timeIsOver: 'Vaša sesija je istekla. Počnite ponovo.',
  cardExpired: 'Ova kartica je istekla. Molimo vas da provjerite datum isteka ili koristite drugu karticu.',
  cardDetails: 'Podaci o kartici nisu ispravni. Molimo vas da ih provjerite ili koristite drugu karticu.',
  securityCode: 'Kontrolni broj nije ispravan. Molimo vas da provjerite broj na svojoj kartici.',
  methodNotOffered: 'Ovaj način plaćanja ovdje nije moguć. Molimo vas da odaberete drugi.',
  methodUnusable:
    'Ova kartica ili ovaj način plaćanja ne može se koristiti. Molimo vas da odaberete drugi ili se obratite svojoj banci.',
  installments: 'Plaćanje na rate ovdje nije moguće. Molimo vas da odaberete drugi način plaćanja.',
  linkInvalid: 'Ovaj link za plaćanje više ne vrijedi. Molimo vas da od prodavnice zatražite novi.',
  shopCannot:
    'Prodavnica trenutno ne može primiti ovo plaćanje. Greška nije vaša. Molimo vas da se obratite prodavnici.',
  notConfirmed:
    'Vaša banka nije mogla potvrditi vaš identitet. Pokušajte ponovo ili koristite drugu karticu.',
  confirmationUnavailable:
    'Vaša banka trenutno ne može potvrditi plaćanja. Molimo vas da pokušate kasnije ili koristite drugu karticu.',
  notAccepted: 'Ovo plaćanje ne može biti prihvaćeno. Ako imate pitanja, obratite se prodavnici.',
}
