import type { SampleArticle } from './sample-article.ts';

export const articles: SampleArticle[] = [
  {
    topicId: 'oral-health',
    title: 'Bleeding Gums: What They Mean and What to Do',
    excerpt:
      'Healthy gums do not bleed from gentle brushing. Early gum disease is common, quiet, and in most cases reversible.',
    tags: ['gums', 'gingivitis', 'periodontitis', 'bleeding'],
    metaTitle: 'Bleeding gums: what they mean and what to do',
    metaDescription:
      'Why gums bleed, how gingivitis differs from periodontitis, what helps at home, and when to see a dentist.',
    content: `Pink in the sink is easy to ignore, because it seldom hurts. Yet it is the most common early sign that gums are inflamed.

Why gums bleed

Plaque that stays along the gum line irritates the tissue. The body answers with inflammation: gums turn red, swell a little, and bleed when touched. This stage is called gingivitis. Bone and the fibers that hold teeth are not affected yet, and with good cleaning the gums can become healthy again.

There are other reasons too. A new habit of flossing, a brush that is too hard, hormonal changes in pregnancy, and some medicines, such as blood thinners, can make gums bleed more easily. Do not stop a medicine on your own. Tell your dentist about it instead.

When it goes deeper

If inflammation goes on for a long time, it can reach below the gum line. Pockets form, bacteria settle there, and bone around the teeth is slowly lost. This is periodontitis. Bone that is lost does not simply grow back, but treatment can halt the loss, and many people keep their teeth for life.

Signs include gums that pull back, teeth that look longer or move, new gaps, bad breath that stays, or pus at the gum line. Smoking and diabetes raise the risk a great deal. Smokers may bleed less although the disease is advancing, so the absence of blood is no proof of health.

What you can do

Clean gently and every day, also where it bleeds. Brush twice a day with a soft brush and fluoride toothpaste, angled toward the gums, and clean between teeth once a day. Many people see less bleeding within one to two weeks. A mouth rinse can help for a time, but it does not replace cleaning.

If you smoke, quitting is the most useful thing you can do for your gums. If you have diabetes, keeping blood sugar in its target range helps them as well, and treating gum disease may help a little in turn.

What the dentist does

The dentist or hygienist measures the pockets around each tooth and may take X-rays to see the bone. Plaque and tartar are removed above and, where needed, below the gum line. This deeper cleaning is called scaling and root planing and is usually done with numbing. After some weeks the pockets are measured again. For deep pockets that remain, a periodontist may suggest further treatment.

Afterward, visits every three or four months are common. Gum disease tends to come back where plaque comes back, so the daily routine matters as much as the treatment.

Your mouth and your body

Studies have found links between gum disease and other conditions, such as diabetes and heart disease. A link does not prove that one causes the other, and research continues. What is certain is that a healthy mouth is worth having for its own sake.

When to go soon

Make an appointment if bleeding lasts longer than two weeks, or if gums are painful or pulling back. Go soon if a tooth is loose or there is pus. Bleeding that will not stop, or bleeding together with many bruises, fever or great tiredness, should be looked at by a doctor promptly.`,
  },
  {
    topicId: 'oral-health',
    title: 'Dry Mouth: Small Changes That Help',
    excerpt:
      'Saliva protects teeth all day long. When there is too little of it, decay moves faster. Here is what often causes it, and what helps.',
    tags: ['dry mouth', 'saliva', 'medicines', 'cavities'],
    metaTitle: 'Dry mouth: causes and small changes that help',
    metaDescription:
      'Why a dry mouth raises the risk of cavities, which causes are common, and which habits and products can bring relief.',
    content: `Saliva does quiet work. It rinses food away, dilutes acid, carries minerals back into enamel and keeps the lining of the mouth comfortable. Most people notice it only when it is missing.

How it feels

The tongue sticks to the palate. Dry food is difficult to swallow. Lips crack, taste changes, breath is less fresh, and dentures rub. At night the mouth may be so dry that one wakes up to drink. Some people feel very little and learn about it only when new cavities appear along the gums or at the edges of fillings.

Common causes

Medicines are the most frequent cause. Several hundred list dry mouth as a possible effect, among them many for allergies, blood pressure, depression, pain and bladder trouble. The risk rises with the number of medicines taken, which is one reason why dry mouth is more common with age.

Other causes are breathing through the mouth, too little fluid, alcohol, tobacco and cannabis. Diabetes can be behind it, and so can Sjögren's disease, in which the immune system attacks the glands that make saliva and tears. Radiation to the head and neck can damage the glands, sometimes for good.

What helps during the day

Sip water often and keep a glass by the bed. Chewing gum or sucking on candy stimulates saliva, as long as it is free of sugar. Products with xylitol are a common choice. Keep xylitol away from dogs, for which it is poisonous.

Limit caffeine, alcohol and tobacco. Choose a mouth rinse without alcohol. Moist food, sauces and soups are easier to eat. A humidifier in the bedroom can help at night. Gels and sprays made as a substitute for saliva bring relief for a while, and it can take some trying to find one you like.

Protecting teeth

With less saliva, sugar and acid stay longer. Try to keep sweet snacks and drinks to mealtimes, and do not sip soda, juice or sweetened coffee over hours. Lemon drops and sour candy make saliva flow, but their acid wears enamel.

Brush twice a day with fluoride toothpaste and clean between teeth. Ask your dentist whether you should use a toothpaste with more fluoride or have fluoride varnish applied. More frequent checkups make sense too, because decay can move quickly along the roots.

Talk about your medicines

Do not stop or change a medicine on your own. Ask the doctor who prescribed it, or your pharmacist, whether the time of day, the dose or another medicine could make a difference. Bring the full list to your dentist as well, including what you buy without a prescription.

When to see someone

Make an appointment if dryness lasts for more than a few weeks, if you have new cavities, or if your mouth burns. White patches that wipe off, or redness under a denture, can be a yeast infection, which is common in dry mouths and can be treated. If your eyes are dry and gritty too, or your joints ache, mention it, because a blood test or a visit to another specialist may be needed.

If a gland in front of the ear or under the jaw swells, is painful, or comes with fever, get it looked at soon. Trouble swallowing your own saliva, or trouble breathing, is an emergency.`,
  },
];
