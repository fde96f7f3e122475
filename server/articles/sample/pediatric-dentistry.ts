import type { SampleArticle } from './sample-article.ts';

export const articles: SampleArticle[] = [
  {
    topicId: 'pediatric-dentistry',
    title: "A Child's First Dental Visit",
    excerpt:
      'The first visit belongs around the first birthday. It is short, friendly, and mostly a conversation with the parents.',
    tags: ['first visit', 'baby teeth', 'parents', 'fluoride'],
    metaTitle: 'A child’s first dental visit',
    metaDescription:
      'When to take a child to the dentist for the first time, what happens there, and how parents can make it a calm visit.',
    content: `Pediatric dentists recommend a first visit by the first birthday, or within six months after the first tooth appears. That surprises many parents. There is not much to treat at that age, and that is the point: habits can be set before there is trouble.

What happens

The visit is short. Often the child sits on a parent's lap, facing the parent, and leans back until the head rests on the dentist's knees. The dentist counts teeth, looks at gums, tongue and bite, and checks for the first white or brown spots of decay. If there is plaque, the teeth may be cleaned and fluoride varnish painted on. Some children cry for a minute. That is normal and gives the dentist a good view.

Most of the time goes to talking: about brushing, bottles, pacifiers, thumbs, teething, fluoride and falls.

What parents can do at home

Begin with the first tooth. Brush twice a day with a soft small brush and a smear of fluoride toothpaste the size of a grain of rice. From the third birthday on, use an amount the size of a pea and teach your child to spit. Children need help with brushing until they are about seven or eight, because small hands are not yet precise enough.

Do not put a child to bed with a bottle of milk, formula or juice. At night there is little saliva, and sugar stays on the teeth for hours. Water is fine. Juice is not needed in the first year, and after that is best kept to small amounts with meals.

Why baby teeth matter

They will fall out, yet some of them stay until about the age of twelve. Children need them to eat and to speak, and they hold the space for the teeth that follow. Decay in baby teeth can hurt, become infected and disturb sleep and learning.

Choosing a dentist

A pediatric dentist has two or more years of training in treating children after dental school. Many general dentists enjoy treating children too. Ask whether parents may stay in the room, how the office deals with fear, and what it does when a child does not want to open the mouth.

How to prepare

Choose a time of day when your child is usually rested. Talk about it in simple words: the dentist will count your teeth. Avoid the words hurt, needle and shot, also in sentences that are meant to comfort. Do not promise a reward for being brave, since it suggests that there is something to fear. A favorite toy may come along. Afterward, say what went well.

If you are afraid of the dentist yourself, let someone else go if that is possible, or say little and stay calm. Children notice more than we think.

When to go sooner

Call before the first birthday if a tooth has been hit, if you see dark or chalky spots, if gums are swollen, or if feeding seems painful. A fall with a loose or missing tooth should be seen the same day. If a tooth cannot be found and your child coughs or breathes with difficulty, seek emergency care at once.`,
  },
  {
    topicId: 'pediatric-dentistry',
    title: 'Sealants: A Thin Shield for Back Teeth',
    excerpt:
      'Deep grooves in molars are where most childhood cavities begin. A sealant closes them, quickly and without drilling.',
    tags: ['sealants', 'molars', 'cavities', 'school age'],
    metaTitle: 'Dental sealants for children explained',
    metaDescription:
      'How sealants protect new molars, when they are placed, how long they last, and what they do not replace.',
    content: `The first permanent molars come in behind the baby teeth around age 6, the second set around age 12. Their chewing surfaces have narrow grooves. Many are too fine for a bristle, so that plaque stays in them however well a child brushes. Most cavities in children of school age begin there.

What a sealant is

A sealant is a thin coating that flows into the grooves and hardens. It leaves a smooth surface that is easier to clean and keeps food and bacteria out. The material is usually a resin, similar to that of white fillings. Some sealants are made of glass ionomer, which releases fluoride and is useful where a tooth cannot be kept quite dry.

How it is placed

The tooth is cleaned and dried. A mild acid roughens the surface for a few seconds, is rinsed off, and the tooth is dried again. Then the sealant is brushed on and hardened with a light. Nothing is drilled, no injection is needed, and one tooth takes a few minutes. The child only has to keep the mouth open and the tongue still. It can taste a little sour.

How well it works

According to the Centers for Disease Control and Prevention, sealants prevent most cavities in back teeth during the first years after they are placed and go on protecting for several years. They can wear or chip. The dentist checks them at each visit and repairs what is missing.

Who benefits

Sealants are recommended for children and teenagers, best soon after the molars have come through. They are most useful for those with deep grooves or earlier cavities. Adults without decay or fillings in a tooth can have them too. Sometimes dentists also place a sealant over decay at a very early stage in order to halt it.

Is it safe?

Some resins contain traces of compounds related to bisphenol A. Research suggests that exposure from sealants is very small and short, and dental organizations regard the benefit as clearly greater. Ask your dentist about the material if you are concerned. The office can wipe and rinse the surface after hardening, which removes most of what is left.

What it costs

A sealant costs less than a filling. Many dental plans and Medicaid pay for sealants on children's permanent molars, often up to a certain age. Some schools have programs that place them at no charge.

What it does not replace

A sealant protects the grooves and nothing else. The sides of the teeth, where they touch, still need fluoride toothpaste and cleaning between them. Sweet drinks and constant snacks cause decay in sealed mouths too.

What parents can look for

When a child is about six, look behind the last baby tooth. The new molar does not replace another tooth, so no gap announces it, and it is often mistaken for a baby tooth. Half-grown teeth are hard to clean, because they are lower than their neighbors. Brush them from the side, across the row. Make an appointment, or ask about sealants at the next checkup.

If you see a dark spot, a hole, or your child complains about a tooth, do not wait for the checkup. Early decay is easier to treat.`,
  },
];
