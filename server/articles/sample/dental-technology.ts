import type { SampleArticle } from './sample-article.ts';

export const articles: SampleArticle[] = [
  {
    topicId: 'dental-technology',
    title: 'Digital Scans Instead of Impressions',
    excerpt:
      'A small camera can replace the tray of putty for many treatments. What the scan does well, and where the tray remains.',
    tags: ['scanner', 'impressions', 'crowns', 'aligners'],
    metaTitle: 'Digital dental scans instead of impressions',
    metaDescription:
      'How an intraoral scanner works, what it is used for, how it compares with impression material, and what to ask.',
    content: `For a long time, copying teeth meant biting into a tray of soft material and waiting for it to set. Many offices now use a scanner instead. It is a wand about the size of a large electric toothbrush, with a camera at its tip.

How it works

The dentist or an assistant moves the wand slowly along the teeth. It takes many pictures a second, and software joins them into a three-dimensional model on the screen. Scanning both jaws takes a few minutes. Nothing needs to set, and there is no radiation, only light. You can pause at any time to swallow.

What it is used for

Scans are used to make crowns, bridges, veneers, night guards and clear aligners, and to plan implants. The file goes to a dental laboratory within minutes. Some offices have a milling machine and can make a crown while you wait, so that one visit takes the place of two. Others send the file to a laboratory and cement the crown later. Neither way is better in every case.

Scans can also be compared over time. If enamel is being worn away or gums are pulling back, two scans a year apart can show it.

What is better about it

People who gag easily often find a scan much more comfortable. If a spot was missed, only that spot is scanned again. The dentist can check the model at once while you are still in the chair, and the file does not shrink or break.

Where the tray remains

Scanners see only what light reaches. Blood, saliva and deep edges below the gum can hide what matters, and then a conventional impression may be more reliable. For full dentures, where soft tissue has to be captured in motion, many dentists still prefer impression material. For single crowns and short bridges, studies generally find that both methods are accurate enough in skilled hands.

What it means for you

A scanner by itself says little about the quality of a practice. Training and care matter more than the machine. The price of a crown does not always depend on how the copy was made, although one visit instead of two saves time away from work.

Your data

A scan is part of your dental record. You may ask for a copy, for example when you move or want a second opinion. If the office uses an outside company for planning, it may share the file with that company under rules that protect health information.

Questions to ask

Will the copy be made with a scanner or an impression, and why? Where will the crown be made, and from what? How many visits will there be? What happens if it does not fit? A good office answers these without hesitation.

What it feels like

The tip is somewhat bulky near the last molars and may touch the cheek. Teeth are dried with air, which can feel cold on a sensitive tooth. The part that enters the mouth is sterilized between patients or covered with a sleeve that is used once. If your jaw tires, ask for a break. Many people enjoy seeing their own teeth turn on the screen, and it is a good chance to ask the dentist to point things out.`,
  },
  {
    topicId: 'dental-technology',
    title: 'Dental X-Rays and 3D Scans: What Each One Shows',
    excerpt:
      'From small bitewings to cone beam scans: which picture answers which question, and how radiation is kept low.',
    tags: ['x-rays', 'cone beam', 'radiation', 'diagnosis'],
    metaTitle: 'Dental X-rays and 3D scans explained',
    metaDescription:
      'Bitewing, periapical, panoramic and cone beam images: what each one shows, when it is useful, and how radiation is kept low.',
    content: `An X-ray picture answers a question that cannot be answered by looking. Different questions need different pictures.

Bitewings

These small pictures show the crowns of upper and lower back teeth together. They are the best way to find decay between teeth, and they show the level of the bone. You bite on a small holder while the picture is taken.

Periapical pictures

These show one or two teeth in full, from the crown to below the tip of the root. They are taken when a tooth hurts, after an accident, or during root canal treatment.

The panoramic picture

A machine turns around the head and makes one wide picture of both jaws, with all teeth, the jaw joints and the lower part of the sinuses. It is useful for wisdom teeth, for teeth that have not come through, and for an overview. It is less sharp than the small pictures and does not replace bitewings for finding early decay.

Cone beam scans

A cone beam scan, often called CBCT, makes a three-dimensional picture. It can show how close a wisdom tooth lies to a nerve, how much bone there is for an implant, or where an extra canal hides in a root. It uses more radiation than ordinary dental X-rays, though usually less than a medical CT scan of the same region. It should be taken when a simpler picture cannot answer the question, and not as a routine.

How much radiation?

Everyone receives some radiation from nature, from the ground, the air and space. A set of bitewings adds an amount that compares with a day or so of this background. Digital sensors need less than film did. The guiding idea is to use as little as is needed for a useful picture, and to take one only when it may change what is done.

Aprons and collars

For decades patients wore a lead apron, and often a collar for the neck. Newer recommendations in the United States, including those of the American Dental Association, no longer call for them as a routine, because modern machines aim the beam precisely and an apron can get in the way of the picture. Rules differ between states, and some offices go on using them. If you would feel better with one, ask.

Pregnancy and children

Tell the team if you are or may be pregnant. X-rays that are needed for urgent treatment can be taken, and those that can wait usually do. Children's tissues are more sensitive to radiation, so settings are lowered for their size, and pictures should be taken for a reason and not by the calendar alone.

How often

There is no single interval. It depends on your age, on past decay, on your gums and on your habits. Someone with new cavities may need bitewings every six to eighteen months, someone without any for years may go two to three years. If you change dentists, have your recent pictures sent along, so that they need not be taken again.

Good questions

What are you looking for? Is there an earlier picture that would do? Will the result change the treatment? You may ask for a copy of the picture and for an explanation in plain words.`,
  },
];
